import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALLOWED, openShops, page, redirect, type Shops } from '../../tests/support/shops.ts';
import { allowedHosts, areAllowed, followLink } from './follow.ts';
import { isPublicAddress, publicForm } from './public-address.ts';

let shops: Shops;
beforeEach(async () => {
  shops = await openShops();
});
afterEach(() => shops.close());

const LINK = 'https://go.example/r/1';

describe('catalogue: a link that is followed', () => {
  it('to a marketplace is good, over as many allowed hosts as there are, with HEAD and no credentials', async () => {
    shops.pages.set('go.example/r/1', redirect('https://hop.example/x?y=1', 301));
    shops.pages.set('hop.example/x?y=1', redirect('/relative', 307));
    shops.pages.set('hop.example/relative', redirect('https://market.example/item', 303));
    shops.pages.set('market.example/item', redirect('https://www.market.example/item', 308));
    shops.pages.set('www.market.example/item', page());
    expect(await shops.follow(LINK)).toEqual({
      ok: true,
      hosts: ['go.example', 'hop.example', 'hop.example', 'market.example', 'www.market.example'],
    });
    expect(shops.asked).toEqual([
      'HEAD go.example/r/1',
      'HEAD hop.example/x?y=1',
      'HEAD hop.example/relative',
      'HEAD market.example/item',
      'HEAD www.market.example/item',
    ]);
    expect(Object.keys(shops.headers).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);
  });

  it('is asked with GET where HEAD is not served, and nothing of the body is waited for', async () => {
    shops.pages.set('go.example/r/1', (request, response) => {
      if (request.method === 'HEAD') page(405)(request, response);
      else redirect('https://market.example/item')(request, response);
    });
    let cutOff = Promise.resolve<unknown>(undefined);
    shops.pages.set('market.example/item', (request, response) => {
      if (request.method === 'HEAD') {
        page(405)(request, response);
        return;
      }
      cutOff = once(response, 'close');
      response.writeHead(200, { 'content-length': 1e12 });
      response.write('x'.repeat(100_000));
    });
    expect(await shops.follow(LINK)).toMatchObject({ ok: true });
    await cutOff;
    expect(shops.asked.map((line) => line.split(' ')[0])).toEqual(['HEAD', 'GET', 'HEAD', 'GET']);
  });

  it.for([401, 403, 429])('is good when the marketplace answers a program with %d', async (status) => {
    shops.pages.set('go.example/r/1', redirect('https://market.example/item'));
    shops.pages.set('market.example/item', page(status));
    expect(await shops.follow(LINK)).toMatchObject({ ok: true });
  });

  it.for([
    [404, false],
    [410, false],
    [500, true],
    [503, true],
  ] as const)('is not when the marketplace answers %d', async ([status, passing]) => {
    shops.pages.set('go.example/r/1', redirect('https://market.example/item'));
    shops.pages.set('market.example/item', page(status));
    const reason = `market.example answers HTTP ${status}`;
    expect(await shops.follow(LINK)).toMatchObject({ ok: false, reason, passing });
  });

  it.for([
    ['another host', redirect('https://evil.example/'), 'it leads to evil.example, which is in neither'],
    ['a host below an allowed one', redirect('https://x.market.example/'), 'it leads to x.market.example'],
    ['a host that ends like one', redirect('https://evilmarket.example/'), 'it leads to evilmarket.example'],
    ['a name in front of it', redirect('http://market.example@evil.example/'), 'with a name or password'],
    ['a name before an allowed one', redirect('http://me:pw@market.example/'), 'with a name or password'],
    ['a backslash', redirect('https://evil.example\\@market.example/'), 'it leads'],
    ['an IP address', redirect('http://127.0.0.1:22/'), 'it leads to 127.0.0.1'],
    ['a decimal IP address', redirect('http://2130706433/'), 'it leads to 127.0.0.1'],
    ['the cloud’s own', redirect('http://169.254.169.254/latest'), 'it leads to 169.254.169.254'],
    ['a loopback of IPv6', redirect('http://[::1]/'), 'it leads to [::1]'],
    ['a script', redirect('javascript:alert(1)'), 'an address that is not https'],
    ['a file', redirect('file:///etc/passwd'), 'an address that is not https'],
    ['data', redirect('data:text/html,x'), 'an address that is not https'],
    ['what is no address', redirect('http://[oops/'), 'redirects to what is no address'],
    ['nowhere', page(302), 'redirects to nowhere'],
    ['itself', redirect(LINK), 'it redirects more than 5 times'],
    ['an address of 5 KB', redirect(`https://market.example/${'a'.repeat(5000)}`), 'too long'],
    ['a page of its own', page(200), 'it ends at go.example, which is not in MARKETPLACE_HOSTS'],
    ['nothing', page(404), 'it ends at go.example (HTTP 404)'],
  ] as const)('to %s is refused', async ([, serve, said]) => {
    shops.pages.set('go.example/r/1', serve);
    const followed = await shops.follow(LINK);
    expect(followed).toMatchObject({ ok: false, reason: expect.stringContaining(said), passing: false });
    expect(shops.asked.every((line) => line.includes(' go.example/'))).toBe(true);
  });

  it('that begins elsewhere is not asked for at all', async () => {
    for (const link of ['https://market.example/item', 'https://evil.example/', 'https://GO.example.evil/']) {
      expect(await shops.follow(link)).toMatchObject({ ok: false, passing: false });
    }
    expect(await followLink('https://me@go.example/', { allowed: ALLOWED })).toMatchObject({ ok: false });
    expect(await followLink('https://go.example:8443/', { allowed: ALLOWED })).toMatchObject({ ok: false });
    expect(await followLink('nonsense', { allowed: ALLOWED })).toMatchObject({ ok: false, hosts: [] });
    expect(await followLink(LINK, { allowed: { redirect: [], marketplace: [] } })).toMatchObject({
      ok: false,
    });
    expect(shops.asked).toEqual([]);
  });

  it('hangs no longer than a hop may take, before and after the connection', async () => {
    shops.pages.set('go.example/r/1', () => {});
    const late = { ok: false, passing: true, reason: 'go.example does not answer in time' };
    expect(await shops.follow(LINK, { hopMs: 200 })).toMatchObject(late);
    expect(await shops.follow(LINK, { hopMs: 200, resolve: () => new Promise(() => {}) })).toMatchObject(
      late,
    );
    shops.pages.set('go.example/r/1', (request, response) => {
      setTimeout(() => redirect('https://hop.example/')(request, response), 150);
    });
    shops.pages.set('hop.example/', (request, response) => {
      setTimeout(() => redirect('https://market.example/')(request, response), 150);
    });
    expect(await shops.follow(LINK, { linkMs: 250 })).toMatchObject({ ok: false, passing: true });
  });

  it('meets what is no HTTP, headers without end, and a closed port', async () => {
    const broken = { ok: false, passing: true, reason: expect.stringContaining('cannot be asked') };
    const raw = createServer((socket) => {
      socket.on('error', () => {});
      const endless = setInterval(() => socket.write('X-A: '.padEnd(2000, 'a').concat('\r\n')), 1);
      socket.on('close', () => clearInterval(endless));
      socket.write('HTTP/1.1 302 FoundFault\r\n');
    });
    raw.listen(0, '127.0.0.1');
    await once(raw, 'listening');
    const address = raw.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const options = {
      allowed: ALLOWED,
      loopback: true,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    };
    expect(await followLink(`http://go.example:${port}/`, options)).toMatchObject(broken);
    // Over TLS, as with any other host.
    expect(await followLink(`https://go.example:${port}/`, options)).toMatchObject({
      ok: false,
      passing: true,
    });
    raw.close();
    await once(raw, 'close');
    expect(await followLink(`http://go.example:${port}/`, options)).toMatchObject(broken);
  });
});

describe('catalogue: links and private networks', () => {
  it('without the option of tests, http and loopback are refused, and nothing is asked', async () => {
    shops.pages.set('go.example/r/1', redirect('https://market.example/item'));
    const plain = await followLink(`http://go.example:${shops.port}/r/1`, { allowed: ALLOWED });
    expect(plain).toMatchObject({ ok: false, reason: 'it begins at an address that is not https' });
    expect(shops.asked).toEqual([]);
  });

  it.for(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd00::1', '::ffff:10.0.0.1', 'fe80::1%eth0'])(
    'an allowed host that resolves to %s is not asked, also beside a public address',
    async (address) => {
      const resolve = async () => [
        { address: '93.184.215.14', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ];
      expect(await followLink(LINK, { allowed: ALLOWED, resolve })).toEqual({
        ok: false,
        hosts: ['go.example'],
        reason: 'go.example has a non-public address',
        passing: false,
      });
    },
  );

  it('a name is resolved once for a request, and the address that was looked at is the one asked', async () => {
    shops.pages.set('go.example/r/1', redirect('https://market.example/item'));
    shops.pages.set('market.example/item', page());
    const resolved: string[] = [];
    const resolve = async (host: string) => {
      resolved.push(host);
      // The host's name resolves to a private address the second time.
      const address = resolved.filter((other) => other === host).length > 1 ? '10.0.0.1' : '127.0.0.1';
      return [{ address, family: 4 }];
    };
    expect(await shops.follow(LINK, { resolve })).toMatchObject({ ok: true });
    expect(resolved).toEqual(['go.example', 'market.example']);
    expect(await shops.follow(LINK, { resolve })).toMatchObject({ ok: false, passing: false });
  });

  it('a host that does not resolve is a passing failure', async () => {
    const resolve = async () => {
      throw Object.assign(new Error('no'), { code: 'ENOTFOUND' });
    };
    expect(await followLink(LINK, { allowed: ALLOWED, resolve })).toMatchObject({
      ok: false,
      passing: true,
      reason: 'go.example cannot be asked (ENOTFOUND)',
    });
  });

  it('knows public addresses', () => {
    for (const address of [
      '8.8.8.8',
      '172.15.0.1',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '2400:cb00::1',
    ]) {
      expect(isPublicAddress(address), address).toBe(true);
    }
    for (const address of [
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '127.255.0.1',
      '169.254.1.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '192.0.2.1',
      '198.18.0.1',
      '203.0.113.5',
      '224.0.0.1',
      '255.255.255.255',
      'x',
      '',
      '::',
      '::1',
      '::ffff:8.8.8.8',
      '64:ff9b::a00:1',
      'fc00::1',
      'fe80::1',
      'ff02::1',
      '2001::1',
      '2001:db8::1',
      '2002:a00:1::',
      '3fff::1',
    ]) {
      expect(isPublicAddress(address), address).toBe(false);
    }
  });

  it('shows callers the address of a catalogue without its query, and no private one', () => {
    expect(publicForm('https://files.example.org/c.json?token=secret#x')).toBe(
      'https://files.example.org/c.json',
    );
    for (const address of [
      'http://127.0.0.1:9/c.json',
      'http://10.0.0.5/c',
      'http://nas/c.json',
      'http://nas.local/c.json',
      'http://[::1]/c',
      'https://files.home.arpa/c',
      'https://me:pw@files.example.org/c',
      'nonsense',
    ]) {
      expect(publicForm(address), address).toBeNull();
    }
  });
});

describe('catalogue: the lists of hosts', () => {
  it('hold whatever their case, and for what was found under earlier ones', () => {
    const allowed = allowedHosts({
      affiliateRedirectHosts: ['Go.Example'],
      marketplaceHosts: ['market.example'],
    });
    expect(areAllowed(['go.example', 'market.example'], allowed)).toBe(true);
    expect(areAllowed(['go.example', 'go.example', 'market.example', 'market.example'], allowed)).toBe(true);
    for (const hosts of [
      [],
      ['market.example'],
      ['go.example'],
      ['go.example', 'hop.example', 'market.example'],
      ['market.example', 'go.example'],
    ]) {
      expect(areAllowed(hosts, allowed), hosts.join()).toBe(false);
    }
  });
});
