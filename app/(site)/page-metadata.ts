import 'server-only'
import type { Metadata } from 'next'
import { publicApi } from '@/lib/api/public'
import { publicUrl } from '@/lib/config/environment'
import { metadataOf, type PageDetails } from '@/lib/seo/metadata'

/** What search engines and social networks read of a page, with the site’s own settings behind it. */
export async function pageMetadata(details: PageDetails): Promise<Metadata> {
  const { data: settings } = await publicApi.content.settings({ lang: details.locale })
  return metadataOf(details, settings, publicUrl())
}
