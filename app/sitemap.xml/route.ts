import { readSitemapEntries } from '@/app/sitemap-pages'
import { publicUrl } from '@/lib/config/public-url'
import { SITEMAP_PART, sitemapIndexXml, sitemapXml } from '@/lib/seo/sitemap'

/** What is there is known at run time only. */
export const dynamic = 'force-dynamic'

export async function GET(): Promise<Response> {
  const entries = await readSitemapEntries()
  const xml = entries.length > SITEMAP_PART ? sitemapIndexXml(Math.ceil(entries.length / SITEMAP_PART), publicUrl()) : sitemapXml(entries)
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' } })
}
