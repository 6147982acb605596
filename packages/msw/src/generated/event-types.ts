// Written by packages/sdk/scripts/generate.ts from the contract. Do not edit.

import type { AnyEvent } from '../event-types.ts';

/** Every type of event. */
export interface EventTypeCatalog {
  /** Every type that this server knows. */
  eventTypes: EventTypeDescription[];
}

/** A type of event. */
export interface EventTypeDescription {
  /** The type. */
  type: 'message.received' | 'message.queued' | 'message.sent' | 'message.delivered' | 'message.read' | 'message.failed' | 'message.canceled' | 'message.updated' | 'conversation.created' | 'conversation.updated' | 'conversation.status_changed' | 'conversation.assigned' | 'conversation.read' | 'contact.deleted' | 'contact.merge_suggested' | 'contact.merged' | 'contact.created' | 'contact.updated' | 'contact.tags_changed' | 'contact.opted_in' | 'contact.opted_out' | 'contact.blocked' | 'contact.unblocked' | 'contact_import.completed' | 'channel.created' | 'channel.updated' | 'channel.status_changed' | 'channel.quality_changed' | 'channel.credentials_expiring' | 'channel.deleted' | 'template.created' | 'template.updated' | 'template.status_changed' | 'template.deleted' | 'ticket.created' | 'ticket.updated' | 'ticket.status_changed' | 'ticket.assigned' | 'ticket.deleted' | 'api_key.created' | 'api_key.revoked' | 'knowledge_source.created' | 'knowledge_source.updated' | 'knowledge_source.ready' | 'knowledge_source.failed' | 'knowledge_source.deleted' | 'knowledge_faq.created' | 'knowledge_faq.updated' | 'knowledge_faq.deleted' | 'webhook_endpoint.disabled' | 'webhook.test' | 'canned_response.created' | 'canned_response.updated' | 'canned_response.deleted' | 'custom_field.created' | 'custom_field.updated' | 'custom_field.deleted' | 'note.created' | 'note.updated' | 'note.deleted' | 'pipeline.created' | 'pipeline.updated' | 'pipeline.deleted' | 'deal.created' | 'deal.updated' | 'deal.stage_changed' | 'deal.won' | 'deal.lost' | 'deal.reopened' | 'deal.deleted' | 'tenant.limit_reached' | 'tenant.updated' | 'agency_client.created' | 'agency_client.updated' | 'agency_client.suspended' | 'agency_client.reactivated' | 'agency_client.archived' | 'agency_grant.created' | 'agency_grant.revoked' | 'agency_grant.expired' | 'ticket.commented' | 'member.joined' | 'member.updated' | 'member.deactivated' | 'member.invited' | (string & {});
  /** When the event occurs. */
  description: string;
  /**
   * True: the server records the event only for endpoints that name the type. `*` does not include
   * it.
   */
  isQuiet: boolean;
  /** JSON Schema (2020-12) of an event of this type. */
  schema: Record<string, unknown>;
  /** An example event of this type. */
  example: AnyEvent;
}
