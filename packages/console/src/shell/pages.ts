import type { SignedIn } from '@parley/contract/console';
import type { MemberRole } from '@parley/contract/schemas';
import { type ComponentType, lazy } from 'react';
import { mayAs } from '../session/session.ts';

interface PageOfConsole {
  path: string;
  /** Its name in the navigation; absent = other pages link to it. */
  label?: string;
  group?: 'Connections' | 'Logs' | 'Settings';
  /** The least role that may see what the page shows. */
  least: MemberRole;
  /** Only in the workspace of an agency. */
  ofAgency?: true;
  /** Not for a member of an agency in the workspace of a client: it could change nothing there. */
  ofMembers?: true;
  component: ComponentType;
}

const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

const pages: readonly PageOfConsole[] = [
  {
    path: '/',
    label: 'Home',
    least: 'member',
    component: page(async () => (await import('../home/home-page.tsx')).HomePage),
  },
  {
    path: '/clients',
    label: 'Clients',
    least: 'admin',
    ofAgency: true,
    component: page(async () => (await import('../clients/clients-page.tsx')).ClientsPage),
  },
  {
    path: '/clients/:id',
    least: 'admin',
    ofAgency: true,
    component: page(async () => (await import('../clients/client-page.tsx')).ClientPage),
  },
  {
    path: '/channels',
    label: 'Channels',
    group: 'Connections',
    least: 'member',
    component: page(async () => (await import('../channels/channels-page.tsx')).ChannelsPage),
  },
  // Before the page of a channel, whose path also fits.
  {
    path: '/channels/connect',
    least: 'admin',
    component: page(async () => (await import('../channels/connect-page.tsx')).ConnectPage),
  },
  {
    path: '/channels/:id',
    least: 'member',
    component: page(async () => (await import('../channels/channel-page.tsx')).ChannelPage),
  },
  {
    path: '/webhooks',
    label: 'Webhooks',
    group: 'Connections',
    least: 'admin',
    component: page(async () => (await import('../webhooks/webhooks-page.tsx')).WebhooksPage),
  },
  {
    path: '/webhooks/:id',
    least: 'admin',
    component: page(async () => (await import('../webhooks/endpoint-page.tsx')).EndpointPage),
  },
  {
    path: '/webhooks/:id/deliveries/:deliveryId',
    least: 'admin',
    component: page(async () => (await import('../webhooks/delivery-page.tsx')).DeliveryPage),
  },
  {
    path: '/events',
    label: 'Event log',
    group: 'Logs',
    least: 'admin',
    component: page(async () => (await import('../log/events-page.tsx')).EventsPage),
  },
  {
    path: '/events/:id',
    least: 'admin',
    component: page(async () => (await import('../log/events-page.tsx')).EventPage),
  },
  {
    path: '/audit-log',
    label: 'Audit log',
    group: 'Logs',
    least: 'admin',
    component: page(async () => (await import('../log/audit-log-page.tsx')).AuditLogPage),
  },
  {
    path: '/request-log',
    label: 'Request log',
    group: 'Logs',
    least: 'admin',
    component: page(async () => (await import('../log/request-log-page.tsx')).RequestLogPage),
  },
  {
    path: '/settings/api-keys',
    label: 'API keys',
    group: 'Settings',
    least: 'admin',
    ofMembers: true,
    component: page(async () => (await import('../api-keys/api-keys-page.tsx')).ApiKeysPage),
  },
  {
    path: '/settings/members',
    label: 'Members',
    group: 'Settings',
    least: 'member',
    component: page(async () => (await import('../members/members-page.tsx')).MembersPage),
  },
  {
    path: '/settings/agencies',
    label: 'Agencies',
    group: 'Settings',
    least: 'admin',
    ofMembers: true,
    component: page(async () => (await import('../clients/agencies-page.tsx')).AgenciesPage),
  },
  {
    path: '/settings/branding',
    label: 'Branding',
    group: 'Settings',
    least: 'admin',
    ofAgency: true,
    ofMembers: true,
    component: page(async () => (await import('../clients/branding-page.tsx')).BrandingPage),
  },
  {
    path: '/settings/profile',
    label: 'Profile',
    group: 'Settings',
    least: 'member',
    ofMembers: true,
    component: page(async () => (await import('../profile/profile-page.tsx')).ProfilePage),
  },
];

/** The pages that the user of the session may see. */
export function pagesFor(session: SignedIn): readonly PageOfConsole[] {
  return pages.filter(
    ({ least, ofAgency, ofMembers }) =>
      mayAs(session, least) &&
      (!ofAgency || session.tenant.kind === 'agency') &&
      !(ofMembers && session.agency),
  );
}
