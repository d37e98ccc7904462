const inKyiv = (instant: string) => `(${instant} at time zone 'Europe/Kyiv')::date`

/**
 * Whether an agreement (`agreement` is its row of cms.agreements) is in force, as a condition: the manager has not archived it, and
 * its last day, a day in Kyiv, is not over. The stored status alone would keep an agreement current after that day.
 */
export function agreementInForce(agreement: string): string {
  return `(${agreement}.status = 'current' and (${agreement}.ends_on is null or ${inKyiv(`${agreement}.ends_on`)} >= ${inKyiv('now()')}))`
}

/** The status of an agreement as it is shown, exported and searched by everywhere. */
export function agreementStatus(agreement: string): string {
  return `case when ${agreementInForce(agreement)} then 'current' else 'archived' end`
}

/** Whether an agreement in force ends within so many days from today. */
export function agreementEndsWithin(agreement: string, days: number): string {
  return `(${agreementInForce(agreement)} and ${inKyiv(`${agreement}.ends_on`)} < ${inKyiv('now()')} + ${days})`
}
