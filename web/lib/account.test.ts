// @vitest-environment jsdom
// The account API as the page calls it, against a server that the test plays.
import { beforeEach, expect, test, vi } from 'vitest';

interface Call {
  path: string;
  body: unknown;
}
let calls: Call[] = [];
let answers: ((call: Call) => { status?: number; body: unknown } | undefined)[] = [];
const kei = { person: 'p1', name: 'Kei', claimed: true, protocol: 1 };
const guest = { person: 'p2', name: 'Guest r8d3', claimed: false, protocol: 1 };

vi.stubGlobal('fetch', (path: string, options?: { body?: string }) => {
  const call = { path, body: options?.body ? (JSON.parse(options.body) as unknown) : undefined };
  calls.push(call);
  for (const answer of answers) {
    const given = answer(call);
    if (!given) continue;
    const text = typeof given.body === 'string' ? given.body : JSON.stringify(given.body);
    return Promise.resolve(new Response(text, { status: given.status ?? 200 }));
  }
  return Promise.reject(new TypeError('no server'));
});
const on = (path: string, body: unknown, status = 200) =>
  answers.unshift((call) => (call.path === path ? { body, status } : undefined));

type Account = typeof import('./account');
type Session = typeof import('./session.svelte');
type Settings = typeof import('./settings.svelte');
let account: Account;
let session: Session;
let settings: Settings;
beforeEach(async () => {
  calls = [];
  answers = [];
  localStorage.clear();
  vi.resetModules();
  [account, session, settings] = await Promise.all([
    import('./account'),
    import('./session.svelte'),
    import('./settings.svelte'),
  ]);
});

test('every request goes to its address with its members', async () => {
  answers.push(() => ({ body: { sessions: [{ id: 's' }] } }));
  await account.claim('Kei', 'secret word');
  await account.log_in('Kei', 'secret word');
  await account.log_out(false);
  await account.log_out(true);
  await account.change_password('old', 'new');
  expect(await account.sessions()).toEqual([{ id: 's' }]);
  await account.end_session('s');
  expect(await account.my_data()).toContain('sessions');
  await account.delete_me('secret word');
  await account.delete_me('');
  expect(calls).toEqual([
    { path: '/api/claim', body: { name: 'Kei', password: 'secret word' } },
    { path: '/api/login', body: { name: 'Kei', password: 'secret word' } },
    { path: '/api/logout', body: {} },
    { path: '/api/logout-everywhere', body: {} },
    { path: '/api/password', body: { old: 'old', new: 'new' } },
    { path: '/api/sessions', body: undefined },
    { path: '/api/sessions/end', body: { id: 's' } },
    { path: '/api/me/export', body: undefined },
    { path: '/api/me/delete', body: { password: 'secret word' } },
    { path: '/api/me/delete', body: {} },
  ]);
});

test('what is refused is said in words of the page, by its code', async () => {
  on('/api/login', { code: 'wrong_password', why: 'wrong name or password' }, 401);
  await expect(account.log_in('Kei', 'x')).rejects.toMatchObject({
    message: 'The name or the password is wrong.',
    code: 'wrong_password',
  });
  on('/api/me/delete', { code: 'has_tables', why: '' }, 409);
  await expect(account.delete_me('x')).rejects.toThrow('You still have tables.');
  on('/api/claim', { code: 'brand_new', why: 'something new' }, 409);
  await expect(account.claim('Kei', 'x')).rejects.toThrow('something new');
});

test('no server, or one that only has files, is said too', async () => {
  await expect(account.sessions()).rejects.toThrow('The server did not answer');
  on('/api/sessions', '<!doctype html>');
  await expect(account.sessions()).rejects.toThrow('The server did not answer');
  on('/api/sessions', '<h1>Bad gateway</h1>', 502);
  await expect(account.sessions()).rejects.toThrow('The server did not answer');
});

test('a guest brings the name that was chosen on this device', async () => {
  settings.settings.name = 'Otter 27';
  answers.push(({ body }) => ({ body: { ...guest, ...(body as object) } }));
  await session.begin_session();
  expect(calls.map((call) => call.body)).toEqual([{}, { name: 'Otter 27' }]);
  expect(session.own_name()).toBe('Otter 27');
  expect(session.own_claimed()).toBe(false);
});

test('an account is never renamed by what this device was called before', async () => {
  settings.settings.name = 'Otter 27';
  on('/api/session', kei);
  await session.begin_session();
  expect(calls.length).toBe(1);
  expect(settings.settings.name).toBe('Kei');
  expect(session.own_claimed()).toBe(true);
});

test('a name that somebody else has claimed meanwhile is chosen again', async () => {
  settings.settings.name = 'Kei';
  answers.push(({ body }) =>
    (body as { name?: string }).name ? { status: 409, body: { code: 'name_taken', why: '' } } : { body: guest },
  );
  await session.begin_session();
  expect(session.has_name()).toBe(false);
  expect(session.own_name()).toBe('Guest r8d3');
});

test('settings stay through login and logout, and a person who left takes the name along', () => {
  settings.settings.theme = 'light';
  settings.mute('p9', 'Rude');
  session.become(kei);
  expect([session.own_name(), session.own_person(), session.own_claimed()]).toEqual(['Kei', 'p1', true]);
  session.leave();
  expect(session.has_name()).toBe(false);
  expect([session.own_person(), session.own_claimed()]).toEqual(['', false]);
  expect(settings.settings.theme).toBe('light');
  expect(settings.is_muted('p9')).toBe(true);
  settings.unmute('p9');
  expect(settings.is_muted('p9')).toBe(false);
  expect(settings.is_muted(undefined)).toBe(false);
});

test('a suggested name fits into the field in every language', async () => {
  const { suggested_name } = await import('../account/suggest');
  const { speak } = await import('./i18n.svelte');
  for (const language of ['en', 'de', 'ru'] as const) {
    await speak(language);
    for (const part of [0, 0.3, 0.999]) expect(suggested_name(() => part)).toMatch(/^\p{L}+ \d{1,2}$/u);
  }
  await speak('en');
});
