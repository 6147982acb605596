import type {
  Channel,
  ChannelConfigInput,
  ChannelCredentialsInput,
} from '@parley/contract/schemas';
import { TextField } from '../ui/field.tsx';
import { textOf } from '../ui/form.tsx';
import { type AccountField, networks } from './networks.ts';

interface Fields {
  type: Channel['type'];
}

export function ConfigFields({ type, of }: Fields & { of?: Channel['config'] }) {
  return Object.entries(networks[type].config).map(([name, { label, hint }]) => (
    <TextField
      key={name}
      label={label}
      hint={hint}
      name={`config.${name}`}
      required
      maxLength={128}
      defaultValue={of?.[name as keyof ChannelConfigInput] ?? ''}
      autoComplete="off"
      spellCheck={false}
    />
  ));
}

interface CredentialFieldsProps extends Fields {
  /** The credentials that the channel has. Their fields may stay empty. */
  stored?: Channel['credentials'];
  /** The text that the field of the verify token begins with. */
  verifyToken?: string;
}

export function CredentialFields({ type, stored, verifyToken }: CredentialFieldsProps) {
  return Object.entries(networks[type].credentials).map(([name, field]) => {
    // A verify token is no secret before the provider has it, and people must see what they choose.
    const isVisible = name === 'verifyToken' || name === 'appId';
    return (
      <TextField
        key={name}
        label={field.label}
        hint={hintOf(field, stored?.[name as keyof ChannelCredentialsInput])}
        name={`credentials.${name}`}
        type={isVisible ? 'text' : 'password'}
        required={!stored && !field.inSettings}
        defaultValue={name === 'verifyToken' ? verifyToken : undefined}
        autoComplete="off"
        spellCheck={false}
      />
    );
  });
}

function hintOf({ hint, inSettings }: AccountField, isStored = false): string {
  if (isStored) return `Leave it empty to keep what is stored. ${hint}`;
  return inSettings ? `${hint} Leave it empty if the settings of the server have it.` : hint;
}

export function configIn(values: FormData): ChannelConfigInput {
  return fieldsOf(values, 'config.');
}

/** The credentials that were entered. Empty fields keep what is stored. */
export function credentialsIn(values: FormData): ChannelCredentialsInput {
  return fieldsOf(values, 'credentials.');
}

function fieldsOf(values: FormData, prefix: string): Record<string, string> {
  const names = [...values.keys()].filter((name) => name.startsWith(prefix));
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = textOf(values, name);
      return text === undefined ? [] : [[name.slice(prefix.length), text]];
    }),
  );
}
