import type { ComponentProps } from 'react'

/** A link to a page of the site: a plain one, which `PageNavigation` opens in place. */
export function PageLink(props: ComponentProps<'a'> & { href: string }) {
  return <a {...props} data-page="" />
}
