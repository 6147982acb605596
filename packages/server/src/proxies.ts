import { isIP } from 'node:net';

/** Returns whether Express accepts the value as `trust proxy`. Express throws for other values. */
export function areProxies(value: string): boolean {
  return /^\d{1,2}$/.test(value) || value.split(',').every((part) => isProxy(part.trim()));
}

function isProxy(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined ||
    (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

/** Returns the value of PARLEY_TRUST_PROXY in the form that Express accepts. */
export function trustedProxies(value: string | undefined): boolean | number | string {
  if (value === undefined) return false;
  return /^\d+$/.test(value) ? Number(value) : value;
}
