import { encodeJsonLd } from '@/lib/seo/structured-data'

/** Structured data for search engines; a script element of this type is never run. */
export function JsonLd({ data }: { data: readonly (object | null)[] }) {
  return data.map((item, index) => (item === null ? null : <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: encodeJsonLd(item) }} />))
}
