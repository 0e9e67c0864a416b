import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// `npm run dev` forwards to a server on the port that `hotaka serve` uses by default.
const server = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // a strict content security policy has no data: URLs
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});
