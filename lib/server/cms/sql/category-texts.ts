const COLUMNS = ['name', 'unit_label', 'price_unit_label'] as const

/**
 * Joins the texts of a category as `names`: name, unit_label and price_unit_label, each in the language or else in Ukrainian, '' where
 * neither has it. A text that was forgotten in one language must not leave a volume without its unit.
 *
 * @param category SQL of the category's id, which may be null
 * @param lang SQL of the language
 */
export function joinCategoryTexts(category: string, lang: string): string {
  const texts = COLUMNS.map(
    (column) =>
      `coalesce(max(${column}) filter (where ${column} <> '' and _locale::text = (${lang})::text), max(${column}) filter (where _locale = 'uk'), '') as ${column}`,
  )
  return `cross join lateral (select ${texts.join(', ')} from cms.categories_locales where _parent_id = ${category}) names`
}
