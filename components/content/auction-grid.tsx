import type { ReactNode } from 'react'

/** Cards side by side, all of a height: three, two or one; an odd last one of two takes the row. */
export function AuctionGrid({ children }: { children: ReactNode }) {
  return <ul className="grid gap-4 *:last:odd:md:max-lg:col-span-2 sm:gap-6 md:grid-cols-2 lg:grid-cols-3">{children}</ul>
}
