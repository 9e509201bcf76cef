/** Version of the semantics in `definitions/README.md`, not of the package. */
export const EVALUATOR_VERSION = '1.0.0';
