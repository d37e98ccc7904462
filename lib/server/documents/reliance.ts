import type { CompanyDocument } from '@/lib/contract/documents'

export type Reliance = CompanyDocument['relied_on']

/**
 * The applications that rely on a document, as a column of `portal.files file`: every one that waits for its decision,
 * and those confirmed since it was uploaded (R2.4). While there is one, the document stays.
 */
export const reliedOnColumn = `(
  select coalesce(json_agg(json_build_object('auction_number', auction.number, 'waiting', decided.waits) order by application.id desc), '[]')
  from portal.applications application
  join cms.auctions auction on auction.id = application.auction_id
  cross join lateral (
    select count(*) filter (where decision.kind in ('confirmed', 'rejected', 'withdrawn')) = 0 as waits,
      coalesce(bool_or(decision.kind = 'confirmed' and decision.at >= file.uploaded_at), false) as confirmed
    from portal.application_decisions decision where decision.application_id = application.id
  ) decided
  where application.account_id = file.account_id and (decided.waits or decided.confirmed)
) as relied_on`
