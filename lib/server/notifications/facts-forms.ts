import { feedbackTopic, type FeedbackTopic } from '@/lib/contract/feedback'
import type { Language } from '@/lib/contract/primitives'
import type { Queryable } from '@/lib/server/db/pool'

/** What the letters of the shop and of feedback tell. */

export interface OrderFacts {
  id: number
  number: number
  product: string
  /** "25.000" */
  volume: string
  unit: string
  name: string
  phone: string
  email: string
  company: string
  position: string
  edrpou: string
  comment: string
  status: string
}

/** The product is named in the reader's language, or in Ukrainian where it has no name in it. */
export async function readOrder(db: Queryable, id: number, language: Language): Promise<OrderFacts | null> {
  const { rows } = await db.query<OrderFacts>(
    `select orders.id, orders.number::integer as number, coalesce(words.name, ukrainian.name, '') as product, orders.volume::text as volume, orders.unit,
       orders.name, orders.phone, orders.email, orders.company, orders.position, orders.edrpou, coalesce(orders.comment, '') as comment, orders.status::text as status
     from cms.orders orders
     left join cms.products_locales words on words._parent_id = orders.product_id and words._locale::text = $2
     left join cms.products_locales ukrainian on ukrainian._parent_id = orders.product_id and ukrainian._locale = 'uk'
     where orders.id = $1`,
    [id, language],
  )
  return rows[0] ?? null
}

export interface FeedbackFacts {
  id: number
  companyId: number
  topic: FeedbackTopic
  subject: string
  message: string
  answer: string | null
  files: { id: number; name: string; mediaType: string; bytes: number }[]
}

export async function readFeedback(db: Queryable, id: number): Promise<FeedbackFacts | null> {
  const { rows } = await db.query<Omit<FeedbackFacts, 'topic' | 'files'> & { topic: string; file_ids: number[] | null }>(
    `select id, company_id as "companyId", topic::text as topic, subject, message, answer, file_ids from cms.feedback where id = $1`,
    [id],
  )
  const row = rows[0]
  if (row === undefined) return null
  const { file_ids: fileIds, ...rest } = row
  const files = await db.query<FeedbackFacts['files'][number]>(
    `select id, name, media_type as "mediaType", bytes from portal.files where id = any ($1) and account_id = $2 and deleted_at is null order by id`,
    [fileIds ?? [], row.companyId],
  )
  return { ...rest, topic: feedbackTopic.catch('other').parse(row.topic), files: files.rows }
}
