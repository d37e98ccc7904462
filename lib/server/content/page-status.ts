import type { Payload } from 'payload'
import type { PageStatus } from '@/lib/contract/content'

interface Read {
  id: number
  _status?: 'draft' | 'published' | null
}

/** How what was read stands to what visitors see; only a preview reads drafts. */
export async function statusOf(
  payload: Payload,
  collection: 'pages' | 'auction-pages' | 'news',
  { id, _status }: Read,
): Promise<PageStatus> {
  if (_status !== 'draft') return 'published'
  const { totalDocs } = await payload.count({
    collection,
    where: { and: [{ id: { equals: id } }, { _status: { equals: 'published' } }] },
  })
  return totalDocs > 0 ? 'changed' : 'draft'
}
