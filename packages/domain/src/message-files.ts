import {
  type ChannelType,
  channelCapabilities,
  isId,
  type MediaType,
  type Message,
  mediaError,
  type SendMessageBody,
  ServiceError,
} from '@parley/contract/schemas';
import type { StoredMedia } from './media.ts';
import type { TemplateDraft } from './template-drafts.ts';

// Stored files in outbound messages: in `media`, or in the header of a template.

/** A stored file that a request names. */
interface NamedFile {
  readonly id: string;
  /** The type of the message, or of the header of the template. */
  readonly type: MediaType;
}

interface HeaderFile extends NamedFile {
  readonly type: HeaderType;
}

const headerTypes = ['image', 'video', 'document'] as const;
type HeaderType = (typeof headerTypes)[number];

/** Returns whether a template header of this type is a file. */
export function isFileHeader(type: string): type is HeaderType {
  return headerTypes.some((known) => known === type);
}

/** Returns the name of the file at a URL: the last part of its path. */
export function fileNameIn({ pathname }: URL): string {
  const [name = ''] = pathname.split('/').slice(-1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns the stored file that a message body names; undefined without one. */
export function fileNamedBy(body: SendMessageBody): NamedFile | undefined {
  if ('media' in body) {
    const { id } = body.media;
    return id === undefined ? undefined : { id, type: body.type };
  }
  if (body.type !== 'template') return undefined;
  const { variables = {}, components = [] } = body.template;
  return headerFileIn(variables) ?? headerFileOf(components);
}

/** Returns the stored file that the values of a template name for its header; undefined without one. */
function headerFileIn(values: Readonly<Record<string, string>>): HeaderFile | undefined {
  for (const type of headerTypes) {
    const id = values[`header.${type}`];
    if (id !== undefined && isId(id, 'med')) return { id, type };
  }
  return undefined;
}

/** Returns the ID of the stored file of an accepted message; undefined without one. */
export function fileIdOf({
  attachments: [file],
  template,
}: Pick<Message, 'attachments' | 'template'>): string | undefined {
  return file?.mediaId ?? headerFileOf(template?.components ?? [])?.id;
}

/** The refusal of a message whose stored file was deleted before it was sent. */
export const fileDeleted = {
  error: { ...mediaError, retryable: false },
  providerCode: null,
  providerMessage: 'The file was deleted.',
} as const;

type Part = Readonly<Record<string, unknown>> & { readonly type: string };

function headerFileOf(components: readonly Part[]): HeaderFile | undefined {
  const parameters = components.find(({ type }) => type === 'header')?.['parameters'];
  if (!Array.isArray(parameters)) return undefined;
  for (const parameter of parameters as readonly Part[]) {
    const { type } = parameter;
    const { id } = Object(parameter[type]) as { id?: unknown };
    if (isFileHeader(type) && typeof id === 'string' && isId(id, 'med')) return { id, type };
  }
  return undefined;
}

/** Returns the error for a file that the channel does not accept in a message of this type; undefined when it does. */
export function refuseFile(
  channelType: ChannelType,
  body: SendMessageBody,
  media: StoredMedia | undefined,
): ServiceError | undefined {
  const named = fileNamedBy(body);
  return named && media && refuseFileAs(channelType, named.type, media);
}

/** The types of files that Meta accepts as examples of headers. */
const exampleTypes: Readonly<Record<HeaderType, string[]>> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4'],
  document: ['application/pdf'],
};

/** Returns the stored file that is the example of a template's header; undefined without one. */
export function exampleFileOf({ examples }: Pick<TemplateDraft, 'examples'>) {
  return headerFileIn(examples);
}

/** Throws SVC-MEDIA-UNSUPPORTED for a file that Meta does not accept as the example of a header of this type. */
export function checkExampleFile(type: HeaderType, media: StoredMedia): void {
  const error = refuseFileAs('whatsapp', type, media, exampleTypes[type]);
  if (error) throw error;
}

/**
 * Returns the error for a file that the channel does not accept as this type of media; undefined when it does.
 * `mimeTypes` replaces the types that the channel accepts.
 */
export function refuseFileAs(
  channelType: ChannelType,
  type: string,
  media: Pick<StoredMedia, 'kind' | 'mimeType' | 'sizeBytes'>,
  mimeTypes?: string[],
): ServiceError<'SVC-MEDIA-UNSUPPORTED'> | undefined {
  const { mimeType, sizeBytes } = media;
  const limits = channelCapabilities[channelType].content.media.find((one) => one.type === type);
  const { maxBytes: mostBytes = 0, maxStillBytes } = limits ?? {};
  const allowedTypes = mimeTypes ?? limits?.mimeTypes ?? [];
  // A file between the limits of still and animated ones has this kind only if it is animated. Above both limits, it is
  // not known whether it is.
  const isStill = media.kind !== type && sizeBytes <= mostBytes;
  const maxBytes = (isStill ? maxStillBytes : null) ?? mostBytes;
  const isTaken = allowedTypes.some((allowed) => allowed === '*/*' || allowed === mimeType);
  if (isTaken && sizeBytes <= maxBytes) return undefined;
  const details = { channelType, type, mimeType, sizeBytes, allowedTypes, maxBytes };
  return new ServiceError('SVC-MEDIA-UNSUPPORTED', details);
}
