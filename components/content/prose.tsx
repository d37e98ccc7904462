import { useLocale } from 'next-intl'
import { linksOfSite } from '@/components/content/prose-links'

/** Running text of an editor. The HTML is the server’s own: it wrote it from the editor’s words, known elements only, addresses checked. */
export function Prose({ html }: { html: string }) {
  const locale = useLocale()
  return <div className="prose" dangerouslySetInnerHTML={{ __html: linksOfSite(html, locale) }} />
}
