/**
 * Renders a page on its first request; it is static until its content changes, and a build needs no database. Next
 * expects this function at the last dynamic segment of an address.
 */
export function generateStaticParams() {
  return []
}
