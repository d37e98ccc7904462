import { readSitemapEntries } from '@/app/sitemap-pages'
import { SITEMAP_PART, sitemapXml } from '@/lib/seo/sitemap'

interface PartParams {
  params: Promise<{ part: string }>
}

/** `/sitemap/2.xml`: the second part, where the sitemap has more than one. */
export async function GET(_request: Request, { params }: PartParams): Promise<Response> {
  const number = Number(/^([1-9]\d{0,3})\.xml$/.exec((await params).part)?.[1] ?? 0)
  if (number === 0) return new Response(null, { status: 404 })
  const part = (await readSitemapEntries()).slice((number - 1) * SITEMAP_PART, number * SITEMAP_PART)
  if (part.length === 0) return new Response(null, { status: 404 })
  return new Response(sitemapXml(part), { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' } })
}
