import 'server-only'
import type { Metadata } from 'next'
import { readSettings } from '@/app/(site)/site-frame'
import { publicUrl } from '@/lib/config/environment'
import { metadataOf, type PageDetails } from '@/lib/seo/metadata'

/** What search engines and social networks read of a page, with the site’s own settings behind it. */
export async function pageMetadata(details: PageDetails): Promise<Metadata> {
  return metadataOf(details, await readSettings(details.locale), publicUrl())
}
