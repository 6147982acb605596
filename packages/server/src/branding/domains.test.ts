import { expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, makeDue, startQuiet } from '../../test/scene.ts';
import { createWorker } from '../jobs/create-worker.ts';
import { setKind } from '../tenants/service.ts';
import { addDomain, domainsOf, findProofs } from './domains.ts';
import { brandOn, changeBranding, findBrand } from './service.ts';

const domain = 'desk.norte.example';
const field = 'branding.domains';

test.each(targets)(
  '%s: a claimed domain is lost after three days without its record, and one of the operator is kept',
  async (target) => {
    const texts = new Map<string, string[]>();
    let isSilent = false;
    let look: () => Promise<unknown> = async () => {};
    const started = await startQuiet(target, {
      env: { PARLEY_PUBLIC_URL: 'https://console.example.com' },
      findTxt: (name) =>
        look().then(() => {
          if (isSilent) throw new Error('DNS does not respond');
          return texts.get(name) ?? [];
        }),
    });
    await using server = {
      ...started,
      baseUrl: `http://127.0.0.1:${started.running.port}`,
      [Symbol.asyncDispose]: () => started.close(),
    };
    const { deps } = server;
    const { ctx, call } = await createScene(server);
    await setKind(ctx, 'agency');
    const claim = (domains: readonly string[]) =>
      call<{ error: { details: object; message: string } }>('PATCH /agencies/current', {
        branding: { productName: 'Norte Desk', domains },
      });
    const publish = () =>
      texts.set(`_parley.${domain}`, ['other', ` parley-agency=${ctx.db.tenantId} `]);
    const nextDay = async () => {
      await makeDue(server);
      await createWorker(deps).runUntilIdle();
      return await domainsOf(ctx);
    };

    const own = await claim(['console.example.com']);
    expect(own).toMatchObject({
      status: 422,
      json: { error: { details: { rule: 'domain_of_server', field } } },
    });
    isSilent = true;
    const silent = await claim([domain]);
    expect(silent.json.error).toMatchObject({
      details: { rule: 'domain_proof', field },
      message: expect.stringContaining('DNS did not respond'),
    });
    isSilent = false;
    expect(await domainsOf(ctx)).toEqual([]);

    publish();
    expect((await claim([domain])).status).toBe(200);
    expect((await brandOn(deps, domain)).productName).toBe('Norte Desk');
    expect((await findBrand(deps.system, domain))?.domain).toBeNull();
    expect(await nextDay()).toEqual([domain]);
    texts.clear();
    expect([await nextDay(), await nextDay()]).toEqual([[domain], [domain]]);
    publish();
    await nextDay();
    texts.clear();
    expect([await nextDay(), await nextDay()]).toEqual([[domain], [domain]]);
    isSilent = true;
    expect(await nextDay()).toEqual([domain]);
    isSilent = false;
    const { writer } = deps.database;
    await writer('jobs').where({ name: 'check-domain' }).update({ attempts: 20 });
    look = () => {
      throw new Error('this attempt fails');
    };
    expect(await nextDay()).toEqual([domain]);
    look = async () => {};
    expect(await nextDay()).toEqual([]);
    expect((await brandOn(deps, domain)).productName).toBeNull();

    publish();
    expect((await claim([domain])).status).toBe(200);
    texts.clear();
    expect([await nextDay(), await nextDay()]).toEqual([[domain], [domain]]);
    // The operator confirms the claim while the last check looks for the record.
    const confirmed: boolean[] = [];
    look = async () => confirmed.push(await addDomain(ctx, domain));
    expect(await nextDay()).toEqual([domain]);
    look = async () => {};
    expect([...confirmed, await addDomain(ctx, domain)]).toEqual([true, false]);
    expect((await findBrand(deps.system, domain))?.domain).toBe(domain);
    expect(await nextDay()).toEqual([domain]);
    expect(await writer('jobs').where({ name: 'check-domain' })).toEqual([]);
    const { json } = await call<{ data: { action: string }[] }>(
      'GET /audit-log?action=agency_domain.added,agency_domain.removed&sort=createdAt',
    );
    expect(json.data.map(({ action }) => action)).toEqual([
      'agency_domain.added',
      'agency_domain.removed',
      'agency_domain.added',
      'agency_domain.added',
    ]);

    // Another request removes the domain while this one looks for the proof of a new one.
    const both = [domain, 'further.norte.example'];
    texts.set(`_parley.${both[1]}`, [`parley-agency=${ctx.db.tenantId}`]);
    const proofs = await findProofs(ctx, both, deps);
    expect((await claim([])).status).toBe(200);
    await expect(changeBranding(ctx, { domains: both }, proofs)).rejects.toMatchObject({
      code: 'SVC-CONFLICT',
      details: { resource: 'tenant', field, existingId: null },
    });
    expect(await domainsOf(ctx)).toEqual([]);
  },
);
