import * as z from 'zod';

// The bodies that POST /{phone-number-id}/messages accepts. Undocumented fields are refused.

const media = z
  .strictObject({ id: z.string().regex(/^\d+$/).optional(), link: z.url().optional() })
  .refine(({ id, link }) => (id === undefined) !== (link === undefined), 'id or link');
const captioned = media.safeExtend({ caption: z.string().max(1_024).optional() });

const header = z.union([
  z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(60) }),
  z.strictObject({ type: z.literal('image'), image: media }),
  z.strictObject({ type: z.literal('video'), video: media }),
  z.strictObject({ type: z.literal('document'), document: media }),
]);
const footer = z.strictObject({ text: z.string().min(1).max(60) });
const body = (most: number) => z.strictObject({ text: z.string().min(1).max(most) });
const framed = { header: header.optional(), footer: footer.optional() };

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

const button = z.strictObject({
  type: z.literal('reply'),
  reply: z.strictObject({ id: z.string().min(1).max(256), title: z.string().min(1).max(20) }),
});
const section = z.strictObject({
  title: z.string().max(24).optional(),
  rows: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(200),
        title: z.string().min(1).max(24),
        description: z.string().max(72).optional(),
      }),
    )
    .min(1)
    .max(10),
});

const interactive = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('button'),
    ...framed,
    body: body(1_024),
    action: z.strictObject({
      buttons: z
        .array(button)
        .min(1)
        .max(3)
        .refine((all) => isUnique(all.map(({ reply }) => reply.id)), 'unique ids')
        .refine((all) => isUnique(all.map(({ reply }) => reply.title)), 'unique titles'),
    }),
  }),
  z.strictObject({
    type: z.literal('list'),
    ...framed,
    body: body(4_096),
    action: z.strictObject({
      button: z.string().min(1).max(20),
      sections: z
        .array(section)
        .min(1)
        .max(10)
        .refine((all) => all.flatMap(({ rows }) => rows).length <= 10, '10 rows in total')
        .refine((all) => all.length === 1 || all.every(({ title }) => title), 'titles'),
    }),
  }),
  z.strictObject({
    type: z.literal('cta_url'),
    ...framed,
    body: body(1_024),
    action: z.strictObject({
      name: z.literal('cta_url'),
      parameters: z.strictObject({ display_text: z.string().min(1).max(20), url: z.url() }),
    }),
  }),
]);

const location = z.strictObject({
  latitude: z.union([z.number(), z.string()]),
  longitude: z.union([z.number(), z.string()]),
  name: z.string().optional(),
  address: z.string().optional(),
});
const parameter = z.looseObject({
  type: z.enum([
    'text',
    'image',
    'video',
    'document',
    'location',
    'payload',
    'coupon_code',
    'action',
    'currency',
    'date_time',
  ]),
  text: z.string().min(1).optional(),
  parameter_name: z.string().optional(),
  location: location.optional(),
});
const plainPart = z.strictObject({
  type: z.enum(['header', 'body', 'button']),
  sub_type: z.enum(['url', 'quick_reply', 'copy_code', 'flow', 'catalog']).optional(),
  index: z.union([z.string().regex(/^\d$/), z.number().int()]).optional(),
  parameters: z.array(parameter).optional(),
});
const card = z.strictObject({ card_index: z.number().int(), components: z.array(plainPart) });
const component = plainPart
  .extend({
    type: z.enum([...plainPart.shape.type.options, 'carousel']),
    cards: z.array(card).min(1).max(10).optional(),
  })
  .refine(({ type, cards }) => (type === 'carousel') === (cards !== undefined), 'cards');
export const sentTemplate = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.strictObject({
    code: z.string().min(2),
    policy: z.literal('deterministic').optional(),
  }),
  components: z.array(component).optional(),
});
export type SentTemplate = z.infer<typeof sentTemplate>;

const addressed = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.literal('individual').optional(),
  to: z
    .string()
    .regex(/^\+?\d{6,15}$/)
    .optional(),
  recipient: z
    .string()
    .regex(/^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/)
    .optional(),
  context: z.strictObject({ message_id: z.string().min(1) }).optional(),
  biz_opaque_callback_data: z.string().max(512).optional(),
};

/** The body of a request to send a message to one person. */
export const sentMessage = z
  .discriminatedUnion('type', [
    z.strictObject({
      ...addressed,
      type: z.literal('text'),
      text: z.strictObject({
        body: z.string().min(1).max(4_096),
        preview_url: z.boolean().optional(),
      }),
    }),
    z.strictObject({ ...addressed, type: z.literal('template'), template: sentTemplate }),
    z.strictObject({ ...addressed, type: z.literal('image'), image: captioned }),
    z.strictObject({ ...addressed, type: z.literal('video'), video: captioned }),
    z.strictObject({
      ...addressed,
      type: z.literal('audio'),
      audio: media.safeExtend({ voice: z.boolean().optional() }),
    }),
    z.strictObject({
      ...addressed,
      type: z.literal('document'),
      document: captioned.safeExtend({ filename: z.string().min(1).max(240).optional() }),
    }),
    z.strictObject({ ...addressed, type: z.literal('sticker'), sticker: media }),
    z.strictObject({
      ...addressed,
      type: z.literal('location'),
      location: z.strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        name: z.string().min(1).optional(),
        address: z.string().min(1).optional(),
      }),
    }),
    z.strictObject({
      ...addressed,
      type: z.literal('reaction'),
      reaction: z.strictObject({ message_id: z.string().min(1), emoji: z.string().max(32) }),
    }),
    z.strictObject({ ...addressed, type: z.literal('interactive'), interactive }),
  ])
  .refine(({ to, recipient }) => to !== undefined || recipient !== undefined, 'to or recipient');
export type SentMessage = z.infer<typeof sentMessage>;

/** The body of a read receipt, optionally with a typing indicator. */
export const readReport = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: z.string().min(1),
  typing_indicator: z.strictObject({ type: z.literal('text') }).optional(),
});
