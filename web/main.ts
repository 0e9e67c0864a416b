import { mount } from 'svelte';
import './theme.css';
import App from './App.svelte';
import { preferred, speak } from './lib/i18n.svelte';
import { settings, show_theme } from './lib/settings.svelte';

show_theme(matchMedia('(prefers-color-scheme: light)').matches);

void speak(settings.language || preferred()).finally(() => {
  mount(App, { target: document.getElementById('app')! });
});

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  // The page works without it; with it, it works without a network.
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
