// Written by `npm run build:docs` (scripts/generate/registry-list.ts). Do not edit.
import type { Migration } from '../migrate.ts';
import { platform } from './0001-platform.ts';
import { messaging } from './0002-messaging.ts';
import { webhooks } from './0003-webhooks.ts';
import { knowledge } from './0004-knowledge.ts';
import { laneVersions } from './0005-lane-versions.ts';
import { lanesInFlight } from './0006-lanes-in-flight.ts';
import { indexRebuilds } from './0007-index-rebuilds.ts';
import { canceledVersions } from './0008-canceled-versions.ts';
import { urlKeys } from './0009-url-keys.ts';
import { contactNames } from './0010-contact-names.ts';
import { messageWindows } from './0011-message-windows.ts';
import { cannedResponses } from './0012-canned-responses.ts';
import { jobsByName } from './0013-jobs-by-name.ts';
import { clock } from './0014-clock.ts';
import { inbound } from './0016-inbound.ts';
import { channelConnections } from './0017-channel-connections.ts';
import { jobLanes } from './0018-job-lanes.ts';
import { channelPauses } from './0019-channel-pauses.ts';
import { media } from './0020-media.ts';
import { templates } from './0022-templates.ts';
import { consent } from './0023-consent.ts';
import { scheduledMessages } from './0024-scheduled-messages.ts';

/** In the order in which they are applied: that of their numbers. */
export const migrations: readonly Migration[] = [
  platform,
  messaging,
  webhooks,
  knowledge,
  laneVersions,
  lanesInFlight,
  indexRebuilds,
  canceledVersions,
  urlKeys,
  contactNames,
  messageWindows,
  cannedResponses,
  jobsByName,
  clock,
  inbound,
  channelConnections,
  jobLanes,
  channelPauses,
  media,
  templates,
  consent,
  scheduledMessages,
];
