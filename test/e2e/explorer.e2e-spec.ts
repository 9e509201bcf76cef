import { describe, expect, it } from '@jest/globals';
import { useService } from './fixture/use-service.js';

const PAGE = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('the pages of the explorer', () => {
  const service = useService();

  it('are where the root redirects browsers; programs get a 404', async () => {
    const led = await service.get('/', PAGE);
    expect([led.status, led.headers.location]).toEqual([302, 'explore']);
    const refused = await service.get('/', { headers: { accept: '*/*' } });
    expect([refused.status, refused.json.error.code]).toEqual([404, 'not_found']);
    expect((await service.get('/')).status).toBe(404);
  });

  it('run only scripts of the service, under a policy without foreign sources', async () => {
    const { headers, status } = await service.get('/explore', PAGE);
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https:|\s\*/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('name files by their content, which are cached forever and sent compressed', async () => {
    const { text } = await service.get('/explore', PAGE);
    const files = [...text.matchAll(/(?:href|src)="\.\/(explore\/file\/[^"]+)"/g)].map(
      ([, name]) => `/${name}`,
    );
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const { headers, status } = await service.get(file, { headers: { 'accept-encoding': 'br' } });
      expect(status).toBe(200);
      expect(headers['cache-control']).toContain('immutable');
      expect(headers['content-encoding']).toBe('br');
    }
  });

  it.each([
    '/explore/file/nothing.js',
    '/explore/file/..%2Fmanifest.json',
    '/explore/file/manifest.json',
    '/explore/',
  ])('do not include %s', async (path) => {
    const { status, json } = await service.get(path);
    expect([status, json.error.code]).toEqual([404, 'not_found']);
  });

  it.each([
    ['/explore/', '../explore'],
    ['/explore/definitions/', '../definitions'],
    [`/explore/address/0x${'12'.repeat(20)}/`, `../0x${'12'.repeat(20)}`],
  ])('redirect a browser from %s to the page without the slash', async (path, to) => {
    const { status, headers } = await service.get(path, PAGE);
    expect([status, headers.location]).toEqual([302, to]);
  });

  it('have a text and the status 404 for an unknown page', async () => {
    const { status, text } = await service.get('/explore/nothing', PAGE);
    expect(status).toBe(404);
    expect(text).toContain('There is no such page here.');
  });

  it('write their path into the document as text only', async () => {
    const { text } = await service.get('/explore/address/%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%27', PAGE);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('%3Cscript%3E');
  });

  it('have no key, and no demo banner, if the chain is mainnet', async () => {
    const { text } = await service.get('/explore', PAGE);
    expect(text).not.toContain('cpk_');
    expect(text).not.toContain('Demo chain');
  });
});
