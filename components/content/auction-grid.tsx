import type { ReactNode } from 'react'

/** Cards side by side, all of a height: three, two or one; an odd last one of two takes the row. */
export function AuctionGrid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-4 *:last:odd:sm:max-lg:col-span-2 sm:grid-cols-2 md:gap-6 lg:grid-cols-3">{children}</ul>
}
