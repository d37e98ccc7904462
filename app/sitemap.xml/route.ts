import { orUnavailable, textResponse } from '@/app/feeds/responses'
import { readSitemapUrls } from '@/app/feeds/sitemap-urls'
import { publicUrl } from '@/lib/config/environment'
import { sitemapXml } from '@/lib/seo/sitemap'

/** The origin is known when the portal runs, not when it is built. */
export const dynamic = 'force-dynamic'

/** `/sitemap.xml`, and `/sitemap.xml?part=2` where one file does not hold it all. */
export async function GET(request: Request): Promise<Response> {
  const part = new URL(request.url).searchParams.get('part')
  if (part !== null && !/^[1-9]\d{0,4}$/.test(part)) return textResponse(null, '')
  return orUnavailable(async () =>
    textResponse(
      sitemapXml(await readSitemapUrls(), part === null ? null : Number(part), publicUrl()),
      'application/xml; charset=utf-8',
    ),
  )
}
