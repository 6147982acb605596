import type { NamedContactMapping } from '@parley/contract/schemas';

/** How an import reads a contact field from the file of another system. */
export interface MappedField {
  /**
   * The headers under which the field may appear. Of several columns, the first one with a value in the row counts. For
   * `externalId`, the first one that the file has counts: the IDs of two columns may be equal, but of different contacts.
   */
  readonly headers: readonly string[];
  readonly field: string;
  /** The header of a column whose text is put before the text of this field. */
  readonly prefixed?: string;
  /** Translates the text of a cell. Default: the text stays as it is. */
  read?(text: string): string;
}

/**
 * The lifecycle stage for each stage of HubSpot, which has more stages than Parley. Without their spaces, the labels of
 * HubSpot are its internal names.
 */
const hubspotStages: ReadonlyMap<string, string> = new Map([
  ['subscriber', 'lead'],
  ['lead', 'lead'],
  ['marketingqualifiedlead', 'lead'],
  ['salesqualifiedlead', 'lead'],
  ['opportunity', 'opportunity'],
  ['customer', 'customer'],
  ['evangelist', 'customer'],
]);

const withPlus = (text: string) => (/^\s*\d/.test(text) ? `+${text.trim()}` : text);

/**
 * The columns of other systems' files. Sources:
 *
 * - Chatwoot: `app/jobs/account/contacts_export_job.rb` of its repository has the default columns of an export. In
 *   `app/services/data_import/contact_manager.rb`, numbers have no `+`, and `identifier` is the caller's ID.
 * - HubSpot: headers of exported contacts. The stages are those of
 *   knowledge.hubspot.com/contacts/how-do-i-import-contacts.
 * - Wati: its sample file `Contacts_Upload_Sample_Campaign.csv` (`Name,CountryCode,Phone,AllowCampaign,AllowSMS`).
 */
export const contactMappings: Readonly<Record<NamedContactMapping, readonly MappedField[]>> = {
  chatwoot: [
    { headers: ['identifier', 'id'], field: 'externalId' },
    { headers: ['name'], field: 'name' },
    { headers: ['email'], field: 'email' },
    { headers: ['phone_number'], field: 'phone', read: withPlus },
  ],
  hubspot: [
    { headers: ['Record ID', 'Record ID - Contact'], field: 'externalId' },
    { headers: ['First Name'], field: 'firstName' },
    { headers: ['Last Name'], field: 'lastName' },
    { headers: ['Email'], field: 'email' },
    { headers: ['Phone Number', 'Mobile Phone Number'], field: 'phone' },
    {
      headers: ['Lifecycle Stage'],
      field: 'lifecycle',
      read: (text) =>
        hubspotStages.get(text.toLowerCase().replaceAll(/\s/g, '')) ?? (text.trim() && 'other'),
    },
  ],
  wati: [
    { headers: ['Name'], field: 'name' },
    { headers: ['Phone'], field: 'phone', prefixed: 'CountryCode', read: withPlus },
    {
      headers: ['AllowCampaign', 'AllowBroadcast'],
      field: 'marketingConsent',
      // Wati writes TRUE for every contact, so only FALSE is a decision of the customer.
      read: (text) => (text.trim().toUpperCase() === 'FALSE' ? 'opted_out' : ''),
    },
  ],
};
