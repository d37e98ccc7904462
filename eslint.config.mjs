import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Faults that the compiler does not see; form is nobody's quarrel here. */
export default tseslint.config(
  {
    ignores: [
      'node_modules/',
      '.next/',
      'dist/',
      'data/',
      'coverage/',
      'playwright-report/',
      'test-results/',
      'next-env.d.ts',
      // Generated.
      'lib/server/cms/payload-types.ts',
      'lib/server/cms/migrations/',
      'app/(cms)/admin/importMap.js',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // An async function keeps a signature that others await, also where its own body has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // The project has closures, no classes: there is no `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  // Its compiler reads every function: where there are no components it has nothing to find.
  {
    files: ['components/**/*.tsx', 'app/**/*.tsx', 'lib/**/*.{ts,tsx}'],
    ignores: ['lib/{config,contract,domain,server}/**/*.ts'],
    ...reactHooks.configs.flat.recommended,
  },
  // What the person at the terminal reads.
  { files: ['server/**', 'scripts/**', 'bench/**', 'tests/support/**'], rules: { 'no-console': 'off' } },
)
