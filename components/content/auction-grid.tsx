import type { ReactNode } from 'react'

/** Cards side by side: three, two or one, all of a height. */
export function AuctionGrid({ children }: { children: ReactNode }) {
  return <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-4 sm:gap-6">{children}</ul>
}
