import type { CollectionBeforeValidateHook, PayloadRequest } from 'payload'
import { sql } from 'drizzle-orm'
import { withDefaults } from '@/lib/domain/lot'
import { formatPrice } from '@/lib/domain/money'
import { lotValuesOf } from '@/lib/server/cms/auctions/lot-entry'
import { runSql } from '@/lib/server/cms/database'
import { slugify } from '@/lib/server/cms/fields/transliterate'
import type { Auction } from '@/lib/server/cms/payload-types'

/** Gives a new auction its number and address, and fills the defaults of R1.1 in what was left empty. */
export const completeLot: CollectionBeforeValidateHook<Auction> = async ({ data, originalDoc, operation, req }) => {
  const lot: Partial<Auction> = { ...data }
  if (operation === 'create') {
    lot.number = await nextNumber(req)
    const wanted = typeof lot.slug === 'string' && lot.slug.trim() !== ''
    if (!wanted) lot.slug = slugOf(lot.title, lot.number)
  }
  const given = { ...originalDoc, ...lot }
  const whole = withDefaults(lotValuesOf(given))
  if (isEmpty(given.maximum_step) && whole.maximumStep) lot.maximum_step = formatPrice(whole.maximumStep)
  if (isEmpty(given.application_deadline) && whole.applicationDeadline) lot.application_deadline = new Date(whole.applicationDeadline).toISOString()
  if (isEmpty(given.hard_end_at) && whole.hardEndAt) lot.hard_end_at = new Date(whole.hardEndAt).toISOString()
  return lot
}

/** The next number without gaps: a lot that is refused in the end uses none, unlike with a sequence. */
async function nextNumber(req: PayloadRequest): Promise<number> {
  await runSql(req, sql`select pg_advisory_xact_lock(hashtext('cms.auctions.number'))`)
  const [row] = await runSql(req, sql`select coalesce(max(cms.usual_number(number)), 0)::int + 1 as number from cms.auctions`)
  return Number(row?.number)
}

/** Two lots of one title differ by their number. */
function slugOf(title: unknown, number: number): string {
  const base = typeof title === 'string' ? slugify(title) : ''
  return base === '' ? `lot-${number}` : `${base}-${number}`
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
