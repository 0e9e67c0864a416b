import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `npm run dev` forwards to a server that runs on its usual port.
const server = 'http://127.0.0.1:8420';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // a strict content security policy has no data: URLs
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
  ...(mode === 'test' ? { resolve: { conditions: ['browser'] } } : {}),
  test: { environment: 'node', include: ['**/*.test.ts'], exclude: ['node_modules', 'e2e'] },
}));
