/**
 * Renders a page when it is first asked for; it is static until its content changes, and a build needs no database. Next wants this
 * from the last parameter of an address.
 */
export function generateStaticParams() {
  return []
}
