import { JsonLd } from '@/components/content/json-ld'
import type { Block, PageMeta } from '@/lib/contract/pages'
import { parseSnippet, questionsOf } from '@/lib/seo/structured-data'
import { typeBesideNext } from '@/lib/seo/metadata'

export interface PageDataProps {
  blocks?: readonly Block[]
  meta: PageMeta | null | undefined
}

/** What a page says of itself to search engines beside its place and Next's metadata: its questions, and what an editor wrote. */
export function PageData({ blocks = [], meta }: PageDataProps) {
  const written = meta ? [meta.schema, ...meta.micro_marking].filter((text) => text !== '').map(parseSnippet) : []
  const type = typeBesideNext(meta?.og.type)
  return (
    <>
      {type !== null && <meta property="og:type" content={type} />}
      <JsonLd data={[questionsOf(blocks), ...written]} />
    </>
  )
}
