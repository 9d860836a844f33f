/// `prodigy validate`: what is wrong or doubtful in workflow files (spec 05 §2.3).
package dev.prodigy.cli.validate;
