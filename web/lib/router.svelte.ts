// Addresses stand behind the hash, so that any file server can serve the page.

export interface Route {
  parts: string[];
  query: URLSearchParams;
}

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return { parts: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

let route = $state.raw<Route>(read());
window.addEventListener('hashchange', () => {
  route = read();
  window.scrollTo(0, 0);
});

export const here = () => route;
export const go = (path: string) => {
  location.hash = path;
};
