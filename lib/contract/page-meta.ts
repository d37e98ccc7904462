import * as z from 'zod'

/** Page meta of the specification’s point 3. Empty strings where an editor left a field to the site’s own words. */
export const pageMeta = z.object({
  title: z.string(),
  description: z.string(),
  favicon: z.string(),
  og: z.object({
    title: z.string(),
    description: z.string(),
    image: z.string(),
    url: z.string(),
    type: z.string(),
    locale: z.string(),
    site_name: z.string(),
  }),
  /** One JSON-LD object as JSON text. */
  schema: z.string(),
  /** Further structured-data snippets, each one JSON-LD object as JSON text. */
  micro_marking: z.array(z.string()),
})
export type PageMeta = z.infer<typeof pageMeta>
