import { getMetadataStorage, type ValidationArguments } from 'class-validator';
import type { ParametersClass } from '../parameter/parameter.decorator.js';

/** A rule of a field, by the reason of its refusal. */
export interface CompiledRule {
  readonly reason: string;
  isMet(text: string | undefined): boolean;
}

/**
 * The rules of a class by field, in the order in which class-validator would check them. Its own `validate`
 * searches all decorated classes and makes an error object for each field, which takes 10 to 20 µs for each
 * request.
 * @throws Error for a rule that is not one of a parameter
 */
export function compiledRules(parameters: ParametersClass): ReadonlyMap<string, readonly CompiledRule[]> {
  const storage = getMetadataStorage();
  const rules = new Map<string, CompiledRule[]>();
  for (const found of storage.getTargetValidationMetadatas(parameters, '', false, false)) {
    const { constraintCls, propertyName } = found;
    const [constraint, another] = constraintCls ? storage.getTargetValidatorConstraints(constraintCls) : [];
    if (!constraint || another || constraint.async || found.validateIf || found.each)
      throw new Error(`${parameters.name}.${propertyName} has a rule that is not one of a parameter`);
    const of = rules.get(propertyName) ?? [];
    rules.set(propertyName, of);
    const { name: reason, instance } = constraint;
    of.push({ reason, isMet: (text) => instance.validate(text, NO_ARGUMENTS) === true });
  }
  return rules;
}

/** Rules of parameters read only the text. */
const NO_ARGUMENTS = Object.freeze({}) as ValidationArguments;
