import * as z from 'zod';
import { eventsOf } from './events-of.ts';
import { at, changed, exampleId, made, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { named, recordTimes } from './named.ts';
import { idOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, flag, sortedBy, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { timestamp } from './timestamps.ts';

export const memberRole = z
  .enum(['owner', 'admin', 'member'])
  .describe(
    'Role. `owner`: may do everything; `admin`: may not change owners; `member`: works with customers and their records.',
  );
export type MemberRole = z.infer<typeof memberRole>;

export class MemberSchema extends named(
  'A user of the tenant, who can own contacts and be assigned conversations and tickets.',
  {
    id: id('user'),
    name: z.string().describe('Display name.'),
    email: z.string().describe('Email address in lower case. Unique within the tenant.'),
    role: memberRole,
    active: z
      .boolean()
      .describe('Whether the member can be assigned records. Existing assignments stay.'),
    lastSeenAt: timeOrNull(
      'Time of the last request of the member in the console, exact to the minute; null = none.',
    ),
    ...recordTimes,
  },
) {}
export const member = new MemberSchema();
export type Member = z.infer<typeof member>;

export class MemberInvitationSchema extends named(
  'An invitation into the tenant, without the token of its link.',
  {
    id: id('invitation'),
    email: z.string().describe('Email address in lower case.'),
    role: memberRole,
    invitedById: idOrNull('user', 'ID of the member who invited; null = an operator.'),
    expiresAt: timestamp.describe('Time from which the link does not work.'),
    createdAt: timestamp.describe('Creation time.'),
  },
) {}
export const memberInvitation = new MemberInvitationSchema();
export type MemberInvitation = z.infer<typeof memberInvitation>;

export const memberEvents = eventsOf(member, {
  'member.joined': 'A person accepted an invitation and can sign in.',
  'member.updated': 'The role of a member changed, or a member became active again.',
  'member.deactivated': 'A member was deactivated: its sessions have ended.',
});

export const memberInvitationEvents = eventsOf(memberInvitation, {
  'member.invited': 'A person was invited.',
});

export const listMembersQuery = pageQuery
  .extend({
    role: anyOf(memberRole).optional().describe('Only members with any of these roles.'),
    active: flag
      .optional()
      .describe('True: only members who can be assigned records. False: only the others.'),
    ...timeRanges,
    sort: sortedBy('createdAt', '-createdAt'),
  })
  .describe('Which members to list.');
export type ListMembersQuery = z.infer<typeof listMembersQuery>;

export const memberPage = page(member).describe('A page of members.');

const routes = resourceRoutes('/members', 'user', member);

export const membersRoutes = {
  list: routes.list('List members', listMembersQuery, memberPage),
  get: routes.get('Get a member'),
};

const example: Member = {
  id: exampleId('user', '7'),
  name: 'Ana Lima',
  email: 'ana@example.com',
  role: 'owner',
  active: true,
  lastSeenAt: at(40),
  createdAt: at(0),
  updatedAt: at(0),
};

const invitationExample: MemberInvitation = {
  id: exampleId('invitation', '1'),
  email: 'bo@example.com',
  role: 'member',
  invitedById: example.id,
  expiresAt: at(50),
  createdAt: at(0),
};

export const memberExamples = {
  member: example,
  memberInvitation: invitationExample,
  memberPage: onePage(example),
  listMembersQuery: { active: true },
} as const;

export const memberEventExamples = {
  'member.joined': made(example),
  'member.updated': changed(example, { role: 'admin' }),
  'member.deactivated': changed(example, { active: false }),
};

export const memberInvitationEventExamples = {
  'member.invited': made(invitationExample),
};
