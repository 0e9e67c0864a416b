import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ['browser'] }, // otherwise Svelte resolves to its server build
  test: { environment: 'node', include: ['**/*.test.ts'], exclude: ['node_modules', 'e2e'] },
});
