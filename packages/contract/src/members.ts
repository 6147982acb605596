import * as z from 'zod';
import { at, exampleId, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, flag, sortedBy } from './query.ts';
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
    createdAt: timestamp.describe('Creation time.'),
    updatedAt: timestamp.describe('Time of the last change.'),
  },
) {}
export const member = new MemberSchema();
export type Member = z.infer<typeof member>;

export const listMembersQuery = pageQuery
  .extend({
    role: anyOf(memberRole).optional().describe('Only members with any of these roles.'),
    active: flag
      .optional()
      .describe('True: only members who can be assigned records. False: only the others.'),
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
  createdAt: at(0),
  updatedAt: at(0),
};

export const memberExamples = {
  member: example,
  memberPage: onePage(example),
  listMembersQuery: { active: true },
} as const;
