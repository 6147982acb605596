import * as z from 'zod';
import { addressInput } from './address-input.ts';
import { channelType } from './capabilities.ts';
import { contact } from './contacts.ts';
import { idInput } from './ids.ts';
import { ownedRoutes } from './resource-routes.ts';

/** The maximum number of identities that requests can add to a contact. */
export const identityLimits = { ofContact: 100 } as const;

export const linkIdentityBody = z
  .object({
    channelType: channelType.describe('Network of the address.'),
    channelId: idInput('channel')
      .nullish()
      .describe(
        'ID of the channel on which the address is valid. Needed for networks other than WhatsApp, where it has no effect.',
      ),
    address: addressInput,
  })
  .describe('An address of a contact.');
export type LinkIdentityBody = z.infer<typeof linkIdentityBody>;

const routes = ownedRoutes('/contacts/:id/identities', 'contact', 'identity', contact);
const { metadata: _created, ...linking } = routes.create(
  'Link an address to a contact',
  linkIdentityBody,
);

export const identitiesRoutes = {
  link: {
    ...linking,
    description: `Messages from the address then belong to this contact. Returns the contact. If the contact has the address, nothing changes. A contact with ${identityLimits.ofContact} addresses gets no more from requests; addresses that come with inbound messages are always added.`,
    responses: { 200: contact },
    metadata: {
      resource: 'contact',
      errors: ['SVC-CONFLICT', 'SVC-RULE-VIOLATION', 'SVC-RECIPIENT-INVALID', 'SVC-LIMIT-REACHED'],
    },
  },
  unlink: {
    ...routes.delete('Unlink an address from a contact', 'SVC-IN-USE'),
    description: 'Only an address without conversations can be unlinked.',
  },
} as const;

export const identityExamples = {
  linkIdentityBody: { channelType: 'whatsapp', address: '+5511987654321' },
} as const;
