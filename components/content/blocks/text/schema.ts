import { blockSchema, html, title } from '@/lib/contract/block-fields'

export const text = blockSchema('text', {
  name: { uk: 'Текст', en: 'Text', ru: 'Текст' },
  picture: `
    <rect x="14" y="12" width="50" height="7" rx="2" fill="#56718a"/>
    <rect x="14" y="28" width="92" height="4" rx="2" fill="#b4c2cf"/>
    <rect x="14" y="37" width="92" height="4" rx="2" fill="#b4c2cf"/>
    <rect x="14" y="46" width="92" height="4" rx="2" fill="#b4c2cf"/>
    <rect x="14" y="55" width="92" height="4" rx="2" fill="#b4c2cf"/>
    <rect x="14" y="64" width="60" height="4" rx="2" fill="#b4c2cf"/>
  `,
  fields: { title: title(), html: html('content') },
})
