import type { PageMeta } from '@/lib/contract/page-meta'
import type { Page } from '@/lib/server/cms/payload-types'
import { addressOfImage } from '@/lib/server/content/media-shapes'

/** What editors wrote of a page for search engines; empty texts where the site's own words stand. */
export function metaOf(meta: Page['meta']): PageMeta {
  const og = meta?.og
  return {
    title: meta?.title ?? '',
    description: meta?.description ?? '',
    favicon: addressOfImage(meta?.favicon),
    og: {
      title: og?.title ?? '',
      description: og?.description ?? '',
      image: addressOfImage(og?.image),
      url: og?.url ?? '',
      type: og?.type ?? '',
      locale: og?.locale ?? '',
      site_name: og?.site_name ?? '',
    },
    schema: jsonOf(meta?.schema),
    micro_marking: (meta?.micro_marking ?? []).map(({ snippet }) => jsonOf(snippet)).filter((snippet) => snippet !== ''),
  }
}

/** JSON written anew: no white space of an editor's, nothing that was not parsed. */
function jsonOf(text: string | null | undefined): string {
  if (!text?.trim()) return ''
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return ''
  }
}
