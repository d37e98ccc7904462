/**
 * The phase of an auction (R1.3) in SQL, for choosing and ordering rows, where one that is closing counts among those in selection; what is then shown of a row is the domain's own
 * `phaseOf`. Expects `head` (left join portal.auction_heads) and `lot` (cms.lots); `now` names the parameter of the clock.
 */
export function phaseSql(now: `$${number}`): string {
  return `case
    when head.cancelled_at is not null then 'cancelled'
    when head.unsuccessful_at is not null then 'unsuccessful'
    when head.completed_at is not null then 'completed'
    when head.ended_at is not null then 'selection'
    when head.started_at is null and lot.starts_at > ${now} then 'planned'
    when coalesce(head.effective_end, lot.ends_at) > ${now} then 'running'
    else 'selection'
  end`
}
