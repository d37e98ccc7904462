import {
  BlockquoteFeature,
  BoldFeature,
  FixedToolbarFeature,
  HeadingFeature,
  HorizontalRuleFeature,
  InlineToolbarFeature,
  ItalicFeature,
  LinkFeature,
  OrderedListFeature,
  ParagraphFeature,
  StrikethroughFeature,
  SubscriptFeature,
  SuperscriptFeature,
  UnderlineFeature,
  UnorderedListFeature,
  lexicalEditor,
} from '@payloadcms/richtext-lexical'
import type { FieldAffectingData, TextFieldSingleValidation } from 'payload'
import { translate } from '@/lib/server/cms/translations'
import { hrefOf } from '@/lib/server/platform/href'

const MAX_ADDRESS_LENGTH = 2_000

/** Refuses an address that the site would not link to. */
const validateAddress: TextFieldSingleValidation = (value, { req }) =>
  typeof value === 'string' && value.length <= MAX_ADDRESS_LENGTH && hrefOf(value) !== null
    ? true
    : translate(req, 'urlInvalid')

/** Payload 3.90 accepts any address without spaces, and escapes one of an unknown kind when it saves it. */
function withCheckedAddress(field: FieldAffectingData): FieldAffectingData {
  return field.name === 'url' && field.type === 'text'
    ? ({ ...field, hooks: {}, validate: validateAddress } as FieldAffectingData)
    : field
}

/** The features that lib/server/content/rich-text.ts can turn into HTML. */
export const portalEditor = lexicalEditor({
  features: [
    ParagraphFeature(),
    HeadingFeature({ enabledHeadingSizes: ['h2', 'h3', 'h4'] }),
    BoldFeature(),
    ItalicFeature(),
    UnderlineFeature(),
    StrikethroughFeature(),
    SubscriptFeature(),
    SuperscriptFeature(),
    UnorderedListFeature(),
    OrderedListFeature(),
    LinkFeature({ enabledCollections: [], fields: ({ defaultFields }) => defaultFields.map(withCheckedAddress) }),
    BlockquoteFeature(),
    HorizontalRuleFeature(),
    FixedToolbarFeature(),
    InlineToolbarFeature(),
  ],
})
