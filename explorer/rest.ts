// Pages and tabs off the first walks: one file, loaded when the first of them is opened.
export { BlockPage } from './page/block.js';
export { ComparePage } from './page/compare.js';
export { CoveragePage } from './page/coverage.js';
export { DefinitionPage } from './page/definition.js';
export { DefinitionsPage } from './page/definitions.js';
export { RegistriesPage } from './page/registries.js';
export { ReportPage } from './page/report.js';
export { ScreenPage } from './page/screen.js';
export { TransactionPage } from './page/transaction.js';
export { VerifyPage } from './page/verify.js';
export { DefinitionText } from './part/definition-text.js';
export { ActivityTab } from './tab/activity.js';
export { ContractTab } from './tab/contract.js';
export { DealingsTab } from './tab/dealings.js';
export { HoldingsTab } from './tab/holdings.js';
export { TokenTab } from './tab/token.js';
