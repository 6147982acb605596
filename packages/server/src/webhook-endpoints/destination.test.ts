import { expect, onTestFinished, test } from 'vitest';
import { createDeliveryScene, sealer } from '../../test/delivery-scene.ts';
import { receiver } from '../../test/receivers.ts';
import { closeOutbound, createOutbound } from '../outbound/outbound.ts';
import { readDestination, sendEvent } from './destination.ts';
import { secretPlace } from './secrets.ts';
import { webhookSecretsTable } from './table.ts';

// From the reference libraries of Standard Webhooks, and from the documentation of Svix.
const published = [
  {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    seconds: 1_614_265_330,
    body: '{"test": 2432232314}',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  {
    secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
    eventId: 'msg_loFOjxBNrRLzqYUf',
    seconds: 1_731_705_121,
    body: '{"event_type":"ping","data":{"success":true}}',
    signature: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  },
];

test.each(published)('$eventId is sent with the published signature', async (vector) => {
  const { secret, eventId, seconds, body, signature } = vector;
  const scene = await createDeliveryScene('SQLite');
  const ctx = await scene.tenant();
  let sent: Record<string, unknown> = {};
  const url = await receiver((request, response) => {
    sent = request.headers;
    response.end();
  });
  const { id } = await scene.endpoint(ctx, { url });
  const sealed = sealer.seal(secret, secretPlace(ctx, id));
  await ctx.db.update(webhookSecretsTable, { endpoint_id: id }, { sealed });
  const destination = await readDestination(ctx.db, sealer, id);
  if (!destination) throw new Error('there is no endpoint');
  const outbound = createOutbound({ allowHttp: true, allowPrivate: true, allowedCidrs: [] });
  onTestFinished(() => closeOutbound(outbound));
  await sendEvent(outbound, destination, { eventId, body }, new Date(seconds * 1_000));
  expect(sent).toMatchObject({
    'webhook-id': eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signature,
  });
});
