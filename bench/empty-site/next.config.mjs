import { fileURLToPath } from 'node:url'

/** The reference for pages: the same Next and React with one empty static page, built and served only by the bench. */
export default {
  poweredByHeader: false,
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
}
