import { LOCALES } from '@/lib/config/constants'
import { publicUrl } from '@/lib/config/public-url'
import { robotsText } from '@/lib/seo/robots'

/** The site's address is known at run time only. */
export const dynamic = 'force-dynamic'

export function GET(): Response {
  return new Response(robotsText(LOCALES, publicUrl()), { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' } })
}
