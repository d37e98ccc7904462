import { fetchLoopback } from './loopback'

/** As many as a site has pages that people come to first. */
const MAX_PAGES = 200

/**
 * Asks once for the pages of the sitemap, one after the other, so that the first visitor of each finds it finished. Ends where the
 * portal answers no more.
 *
 * @param origin where the process reaches itself
 */
export async function warmUp(origin: string, publicUrl: string): Promise<void> {
  // A page that came over https is another one to the response cache.
  const headers = { 'x-forwarded-proto': new URL(publicUrl).protocol.slice(0, -1) }
  const sitemap = await fetchLoopback(`${origin}/sitemap.xml`, headers)
  if (sitemap?.status !== 200) return
  const addresses = Array.from(sitemap.body.toString().matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = '']) => address)
  for (const address of addresses.slice(0, MAX_PAGES)) {
    const page = await fetchLoopback(`${origin}${new URL(address, publicUrl).pathname}`, headers)
    if (page === null) return
  }
}
